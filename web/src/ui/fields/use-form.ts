import { type FormEvent, useId, useState } from 'react';

/** An error of one field. */
export interface Problem<Field extends string = string> {
  readonly field: Field;
  readonly message: string;
}

export type Texts = Readonly<Record<string, string>>;

/**
 * Shared by alternative forms, such as login and registration. Only one attempt runs at a time, and one list shows the errors of
 * all forms.
 */
export interface Attempts {
  readonly errorsId: string;
  readonly isUnderWay: boolean;
  /** Tells which errors the fields of a form show. */
  readonly showInFields: (errors: readonly string[]) => void;
  /** Runs an attempt, which returns its errors. */
  readonly attempt: (run: () => Promise<readonly string[]>) => Promise<unknown>;
}

interface FormOptions<T extends Texts> {
  /** The values when the form opens. Later changes do not overwrite the user's input. */
  readonly initial: T;
  /** Returns the problems that prevent sending. */
  readonly check?: (texts: T) => readonly Problem[];
  /** The fields of errors of the server. Fields show only errors of their own. */
  readonly fieldOf?: Readonly<Record<string, keyof T & string>>;
  /** Returns errors; an empty list means success. */
  readonly send: (texts: T) => Promise<readonly string[]>;
  readonly attempts?: Attempts | undefined;
}

export interface FieldProps {
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isInvalid: boolean;
  /** Empty without an error. Undefined for a field that never has one, and needs no room for it. */
  readonly error: string | undefined;
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
  /** The errors that fields show. */
  readonly inFields: readonly string[];
  readonly errorsId: string;
  readonly isPending: boolean;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** The state of a form. Submitting checks the input, sends it once, and shows each error at its field, or above all fields. */
export function useForm<T extends Texts>(options: FormOptions<T>): FormState<T> {
  const { initial, check, fieldOf = {}, send, attempts } = options;
  const [texts, setTexts] = useState(initial);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [isPending, setPending] = useState(false);
  const ownId = useId();
  const errorsId = attempts?.errorsId ?? ownId;
  const inFields = messagesIn(problems, texts);

  const showProblems = (found: readonly Problem[]) => {
    setProblems(found);
    attempts?.showInFields(messagesIn(found, texts));
  };

  const attemptAlone = async (run: () => Promise<readonly string[]>) => {
    setErrors([]);
    setErrors(await run());
  };

  const sendAll = async () => {
    const serverErrors = await send(texts);
    const [only, ...others] = Object.keys(texts);
    // If the form has a single field, the errors are about that field.
    if (serverErrors.length > 0 && only !== undefined && others.length === 0)
      setProblems([{ field: only, message: '' }]);
    else
      showProblems(
        serverErrors.flatMap((message) => {
          const field = fieldOf[message];
          return field === undefined ? [] : [{ field, message }];
        }),
      );
    return serverErrors;
  };

  const submit = async (form: HTMLFormElement) => {
    const found = check?.(texts) ?? [];
    const isReady = found.length === 0;
    showProblems(found);
    focusFirst(found, form);
    setPending(isReady);
    const attempt = attempts?.attempt ?? attemptAlone;
    await attempt(async () => (isReady ? sendAll() : found.map(({ message }) => message)));
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
      isInvalid: problems.some(({ field }) => field === name),
      error: check === undefined ? undefined : (problems.find(({ field }) => field === name)?.message ?? ''),
      errorsId,
    }),
    errors: attempts === undefined ? errors : null,
    inFields,
    errorsId,
    isPending,
    onSubmit: (event) => {
      event.preventDefault();
      if (!isPending && attempts?.isUnderWay !== true) void submit(event.currentTarget);
    },
  };
}

/** The messages of problems whose fields have a text, and show them. */
function messagesIn(problems: readonly Problem[], texts: Texts): readonly string[] {
  return problems.flatMap(({ field, message }) => (field in texts ? [message] : []));
}

/** Focuses the first invalid field. */
function focusFirst(problems: readonly Problem[], form: HTMLFormElement): void {
  const inputs = problems.map(({ field }) => form.elements.namedItem(field));
  inputs.find((input) => input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)?.focus();
}
