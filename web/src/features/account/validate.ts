import { MESSAGES } from '@foldmark/contract/messages';

import type { Problem as FormProblem } from '#web/ui/fields/use-form.ts';

type Field = 'email' | 'confirmEmail' | 'password' | 'confirmPassword' | 'botCheck' | 'terms';
type Problem = FormProblem<Field>;

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface LoginForm extends Credentials {
  /** Always true in the app: the note below the form says that logging in means agreeing. */
  readonly agrees: boolean;
}

export function validateLogin({ email, password, agrees }: LoginForm): readonly Problem[] {
  return problems(
    [isEmpty(email), 'email', MESSAGES.emailRequired],
    [isEmpty(password), 'password', MESSAGES.passwordTooShort],
    [!agrees, 'terms', MESSAGES.terms],
  );
}

export interface RegisterForm {
  readonly email: string;
  readonly password: string;
  readonly confirmPassword: string;
  /** The solution of the challenge; null until the check has passed. */
  readonly botCheck: string | null;
}

export function validateRegistration(form: RegisterForm): readonly Problem[] {
  return problems(
    [form.botCheck === null, 'botCheck', MESSAGES.botCheck],
    [isEmpty(form.email), 'email', MESSAGES.emailRequired],
    [isEmpty(form.password), 'password', MESSAGES.passwordTooShort],
    [form.password !== form.confirmPassword, 'confirmPassword', MESSAGES.passwordsDiffer],
  );
}

export interface ForgotForm {
  readonly email: string;
  readonly confirmEmail: string;
}

export function validateForgot({ email, confirmEmail }: ForgotForm): readonly Problem[] {
  return problems(
    [isEmpty(email), 'email', MESSAGES.emailMissing],
    [email.trim() !== confirmEmail.trim(), 'confirmEmail', MESSAGES.emailsDiffer],
  );
}

export interface NewPasswordForm {
  readonly password: string;
  readonly confirmPassword: string;
}

export function validateNewPassword({ password, confirmPassword }: NewPasswordForm): readonly Problem[] {
  return problems(
    [isEmpty(password), 'password', MESSAGES.passwordTooShort],
    [password !== confirmPassword, 'confirmPassword', MESSAGES.passwordsDiffer],
  );
}

function problems(...checks: readonly (readonly [boolean, Field, string])[]): readonly Problem[] {
  return checks.filter(([fails]) => fails).map(([, field, message]) => ({ field, message }));
}

function isEmpty(text: string): boolean {
  return text.trim() === '';
}
