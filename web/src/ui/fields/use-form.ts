import { type FormEvent, useId, useState } from 'react';

/** An error of one field. */
export interface Problem<Field extends string = string> {
  readonly field: Field;
  readonly message: string;
}

type Texts = Readonly<Record<string, string>>;

/**
 * Shared by alternative forms, such as login and registration. Only one attempt runs at a time, and one list shows the errors of
 * all forms.
 */
export interface Attempts {
  readonly errorsId: string;
  readonly isUnderWay: boolean;
  /** Runs an attempt, which returns its errors. */
  readonly attempt: (run: () => Promise<readonly string[]>) => Promise<unknown>;
}

interface FormOptions<T extends Texts> {
  /** The values when the form opens. Later changes do not overwrite the user's input. */
  readonly initial: T;
  /** Returns the problems that prevent sending. */
  readonly check?: (texts: T) => readonly Problem[];
  /** Returns errors; an empty list means success. */
  readonly send: (texts: T) => Promise<readonly string[]>;
  readonly attempts?: Attempts | undefined;
}

export interface FieldProps {
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isInvalid: boolean;
  /** The id of the error list that describes the field. */
  readonly errorsId: string;
}

export interface FormState<T extends Texts> {
  readonly texts: T;
  readonly setText: (name: keyof T & string, text: string) => void;
  /** The props that connect a field to the form. */
  readonly field: (name: keyof T & string) => FieldProps;
  /** Null if the owner of `attempts` shows the errors. */
  readonly errors: readonly string[] | null;
  readonly errorsId: string;
  readonly isPending: boolean;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** The state of a form. Submitting checks the input, sends it once, shows the errors and marks the invalid fields. */
export function useForm<T extends Texts>({ initial, check, send, attempts }: FormOptions<T>): FormState<T> {
  const [texts, setTexts] = useState(initial);
  const [invalidFields, setInvalidFields] = useState<ReadonlySet<string>>(new Set());
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [isPending, setPending] = useState(false);
  const ownId = useId();
  const errorsId = attempts?.errorsId ?? ownId;

  const attemptAlone = async (run: () => Promise<readonly string[]>) => {
    setErrors([]);
    setErrors(await run());
  };

  const sendAll = async () => {
    const serverErrors = await send(texts);
    const [only, ...others] = Object.keys(texts);
    // If the form has a single field, the errors are about that field.
    if (serverErrors.length > 0 && only !== undefined && others.length === 0)
      setInvalidFields(new Set([only]));
    return serverErrors;
  };

  const submit = async (form: HTMLFormElement) => {
    const problems = check?.(texts) ?? [];
    const isReady = problems.length === 0;
    setInvalidFields(new Set(problems.map(({ field }) => field)));
    focusFirst(problems, form);
    setPending(isReady);
    const attempt = attempts?.attempt ?? attemptAlone;
    await attempt(async () => (isReady ? sendAll() : problems.map(({ message }) => message)));
    setPending(false);
  };

  const setText = (name: keyof T & string, text: string) => {
    setTexts((before) => ({ ...before, [name]: text }));
  };

  return {
    texts,
    setText,
    field: (name) => ({
      name,
      value: texts[name] ?? '',
      onChange: (text) => {
        setText(name, text);
      },
      isInvalid: invalidFields.has(name),
      errorsId,
    }),
    errors: attempts === undefined ? errors : null,
    errorsId,
    isPending,
    onSubmit: (event) => {
      event.preventDefault();
      if (!isPending && attempts?.isUnderWay !== true) void submit(event.currentTarget);
    },
  };
}

/** Focuses the first invalid field. */
function focusFirst(problems: readonly Problem[], form: HTMLFormElement): void {
  const inputs = problems.map(({ field }) => form.elements.namedItem(field));
  inputs.find((input) => input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)?.focus();
}
