import { describe, expect, it } from 'vitest';

import { validateForgot, validateLogin, validateNewPassword, validateRegistration } from './validate.ts';

const messages = (problems: readonly { readonly message: string }[]) =>
  problems.map(({ message }) => message);

describe('the login form', () => {
  const VALID = { email: 'ada@example.com', password: 'secret', agrees: true };

  it('accepts an email and a password', () => {
    expect(validateLogin(VALID)).toEqual([]);
  });

  it('lists all missing fields in the order of the form', () => {
    expect(validateLogin({ email: '', password: '', agrees: false })).toEqual([
      { field: 'email', message: 'Email required.' },
      { field: 'password', message: 'Password too short.' },
      { field: 'terms', message: 'You must agree to our Terms of Service and Privacy Policy.' },
    ]);
  });

  it('trims before it checks', () => {
    expect(messages(validateLogin({ ...VALID, email: ' \t', password: '  ' }))).toEqual([
      'Email required.',
      'Password too short.',
    ]);
  });
});

describe('the registration form', () => {
  const VALID = {
    email: 'ada@example.com',
    password: 'secret',
    confirmPassword: 'secret',
    botCheck: 'solved',
  };

  it('accepts a complete form', () => {
    expect(validateRegistration(VALID)).toEqual([]);
  });

  it('lists the missing bot check first', () => {
    expect(
      messages(validateRegistration({ email: '', password: '', confirmPassword: 'x', botCheck: null })),
    ).toEqual([
      'You must verify you are not a bot.',
      'Email required.',
      'Password too short.',
      'Passwords must match.',
    ]);
  });
});

describe('the forgot form', () => {
  it('requires the same address twice and ignores blanks around it', () => {
    expect(validateForgot({ email: 'ada@example.com ', confirmEmail: ' ada@example.com' })).toEqual([]);
    expect(messages(validateForgot({ email: 'ada@example.com', confirmEmail: '' }))).toEqual([
      'Emails must match.',
    ]);
  });

  it('requires an address', () => {
    expect(messages(validateForgot({ email: ' ', confirmEmail: '' }))).toEqual(['Please enter your email.']);
  });
});

describe('the form for a new password', () => {
  it('requires the same password twice', () => {
    expect(validateNewPassword({ password: 'secret', confirmPassword: 'secret' })).toEqual([]);
    expect(messages(validateNewPassword({ password: '', confirmPassword: 'x' }))).toEqual([
      'Password too short.',
      'Passwords must match.',
    ]);
  });
});
