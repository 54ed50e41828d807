import { type FormEvent, useId, useState } from 'react';

/** What is wrong with a form, and with which of its fields. */
export interface Problem<Field extends string = string> {
  readonly field: Field;
  readonly message: string;
}

type Texts = Readonly<Record<string, string>>;

/** Several forms that are ways to one thing: one goes at a time, and one list has the errors of all. */
export interface Attempts {
  readonly errorsId: string;
  readonly isUnderWay: boolean;
  /** Runs an attempt, which answers its errors. */
  readonly attempt: (run: () => Promise<readonly string[]>) => Promise<unknown>;
}

interface FormOptions<T extends Texts> {
  /** As it is when the form opens; what somebody types is not overwritten by what happens elsewhere. */
  readonly initial: T;
  /** What must be put right before anything is sent. */
  readonly check?: (texts: T) => readonly Problem[];
  /** Answers what is wrong; nothing where it went well. */
  readonly send: (texts: T) => Promise<readonly string[]>;
  readonly attempts?: Attempts | undefined;
}

export interface FieldProps {
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isInvalid: boolean;
  /** The id of the list of errors, where it says what is wrong. */
  readonly errorsId: string;
}

export interface FormState<T extends Texts> {
  readonly texts: T;
  readonly setText: (name: keyof T & string, text: string) => void;
  /** What ties a field to the form. */
  readonly field: (name: keyof T & string) => FieldProps;
  /** Null where `attempts` show them. */
  readonly errors: readonly string[] | null;
  readonly errorsId: string;
  readonly isPending: boolean;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** What somebody types, and what happens when it is sent: checked, sent once, and its errors shown and marked. */
export function useForm<T extends Texts>({ initial, check, send, attempts }: FormOptions<T>): FormState<T> {
  const [texts, setTexts] = useState(initial);
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set());
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [isPending, setPending] = useState(false);
  const ownId = useId();
  const errorsId = attempts?.errorsId ?? ownId;

  const attemptAlone = async (run: () => Promise<readonly string[]>) => {
    setErrors([]);
    setErrors(await run());
  };

  const sendAll = async () => {
    const refused = await send(texts);
    const [only, ...others] = Object.keys(texts);
    // Of a single field it is clear which one is meant.
    if (refused.length > 0 && only !== undefined && others.length === 0) setWrong(new Set([only]));
    return refused;
  };

  const submit = async (form: HTMLFormElement) => {
    const problems = check?.(texts) ?? [];
    const isReady = problems.length === 0;
    setWrong(new Set(problems.map(({ field }) => field)));
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
      isInvalid: wrong.has(name),
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

/** Takes whoever has to mend it to the first field that is wrong. */
function focusFirst(problems: readonly Problem[], form: HTMLFormElement): void {
  const inputs = problems.map(({ field }) => form.elements.namedItem(field));
  inputs.find((input) => input instanceof HTMLInputElement)?.focus();
}
