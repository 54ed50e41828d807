import { useId, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';

import { Button } from '#web/ui/button.tsx';
import buttonStyles from '#web/ui/button.module.css';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import styles from '#web/ui/dialog.module.css';
import { ErrorList } from '#web/ui/error-list.tsx';
import { PageMeta } from '#web/ui/page-meta.tsx';
import { TextField } from '#web/ui/text-field.tsx';

import { focusFirst, linkProblems } from './link-problems.ts';
import { useCreateLink } from './use-create-link.ts';

/** A page for bookmarklets and share targets, which say what to save in the address. */
export function CreateLinkScreen() {
  const [params] = useSearchParams();
  const given = { url: params.get('url') ?? '', title: params.get('title') ?? '' };
  return (
    <Card title="Add Url" as="div">
      <PageMeta title="Add Url" description="Save a link." path={null} />
      <CreateLinkForm key={JSON.stringify(given)} {...given} />
    </Card>
  );
}

function CreateLinkForm(given: { readonly url: string; readonly title: string }) {
  const create = useCreateLink();
  const navigate = useNavigate();
  const [url, setUrl] = useState(given.url);
  const [name, setName] = useState(given.title);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [isPending, setPending] = useState(false);
  const errorsId = useId();

  const submit = async (form: HTMLFormElement) => {
    const problems = linkProblems({ url });
    setErrors(problems.map(({ message }) => message));
    if (problems.length > 0) {
      focusFirst(problems, form);
      return;
    }
    setPending(true);
    const outcome = await create({ url, name });
    setPending(false);
    if (outcome.ok) await navigate(`/links/${outcome.answer.link_id}`, { replace: true });
    else setErrors(outcome.error.messages);
  };

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) void submit(event.currentTarget);
      }}
    >
      <ErrorList id={errorsId} errors={errors} />
      <TextField
        label="Url"
        name="url"
        type="url"
        autoComplete="off"
        autoFocus
        value={url}
        onChange={setUrl}
        isInvalid={errors.length > 0}
        errorsId={errorsId}
      />
      <TextField
        label="Name (optional)"
        name="name"
        autoComplete="off"
        value={name}
        onChange={setName}
        isInvalid={false}
        errorsId={errorsId}
      />
      <div className={styles.actions}>
        <Link to="/" className={classNames(buttonStyles.button, buttonStyles.outlined)}>
          Cancel
        </Link>
        <Button kind="primary" type="submit" isPending={isPending}>
          Create
        </Button>
      </div>
    </form>
  );
}
