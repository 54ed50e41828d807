const STATUS = {
  AccessDeniedException: 400,
  ExpiredTokenException: 400,
  IncompleteSignatureException: 400,
  InternalErrorException: 500,
  InvalidIdentityPoolConfigurationException: 400,
  InvalidParameterException: 400,
  InvalidSignatureException: 400,
  MissingAuthenticationTokenException: 400,
  NotAuthorizedException: 400,
  ResourceNotFoundException: 400,
  SerializationException: 400,
  UnknownOperationException: 400,
  UnrecognizedClientException: 400,
  ValidationException: 400,
} as const;

export type CognitoErrorCode = keyof typeof STATUS;

/** An error with Cognito's code and message. */
export class CognitoError extends Error {
  readonly code: CognitoErrorCode;
  readonly status: number;

  constructor(code: CognitoErrorCode, message: string) {
    super(message);
    this.code = code;
    this.status = STATUS[code];
  }
}
