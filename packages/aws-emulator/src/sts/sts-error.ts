const STATUS = {
  AccessDenied: 403,
  ExpiredTokenException: 400,
  InvalidAction: 400,
  InvalidIdentityToken: 400,
  MissingParameter: 400,
  ValidationError: 400,
} as const;

export type StsErrorCode = keyof typeof STATUS;

/** An error with STS's code and message. */
export class StsError extends Error {
  readonly code: StsErrorCode;
  readonly status: number;

  constructor(code: StsErrorCode, message: string) {
    super(message);
    this.code = code;
    this.status = STATUS[code];
  }
}
