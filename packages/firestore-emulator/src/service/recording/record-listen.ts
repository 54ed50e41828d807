import type { google } from '#firestore/api/proto.ts';
import type { RuleVerdict } from '#firestore/api/request-entry.ts';
import type { Caller, FirestoreService, ListenAnswer, StreamSource } from '#firestore/api/service.ts';
import { STATUS, StatusError, type StatusName } from '#firestore/api/status.ts';
import {
  describe,
  describeQuery,
  listOf,
  pathOf,
  type RequestDescription,
} from '#firestore/service/recording/describe-request.ts';
import type { OpenRequest, RequestRecorder } from '#firestore/service/recording/request-recorder.ts';

type ListenRequest = google.firestore.v1.IListenRequest;

/** Records each target that a client adds, and each target that the rules no longer allow. */
export function recordListen(
  listen: FirestoreService['listen'],
  recorder: RequestRecorder,
): FirestoreService['listen'] {
  return (sink, caller) => {
    let open: OpenRequest | null = null;
    let lastVerdict: (() => RuleVerdict) | null = null;
    let database = '';
    const watched: Caller =
      caller.kind === 'admin'
        ? caller
        : {
            ...caller,
            onVerdict(verdict) {
              lastVerdict = verdict;
              open?.addVerdict(verdict);
            },
          };
    const removed = ({ targetChange }: ListenAnswer): void => {
      const { cause, targetIds = [] } = targetChange ?? {};
      if (!cause) return;
      const error = new StatusError(statusNameOf(cause.code), cause.message ?? '');
      if (open !== null) {
        open.failed(error);
        return;
      }
      const ended = recorder.begin('Listen', caller, () =>
        describe(database, `target ${targetIds?.join() ?? ''} is no longer allowed`),
      );
      if (lastVerdict !== null) ended.addVerdict(lastVerdict);
      ended.failed(error);
    };
    const source = listen(
      {
        send(answer) {
          if (answer.targetChange?.cause) removed(answer);
          return sink.send(answer);
        },
        end: (error) => sink.end(error),
      },
      watched,
    );
    const receive = (request: ListenRequest): void => {
      database = request.database ?? database;
      if (!request.addTarget) {
        source.receive(request);
        return;
      }
      open = recorder.begin('Listen', caller, () => describeTarget(request));
      try {
        source.receive(request);
        open.succeeded();
      } catch (error) {
        open.failed(error);
        throw error;
      } finally {
        open = null;
      }
    };
    const recorded: StreamSource<ListenRequest> = {
      receive,
      resume: () => source.resume(),
      close: () => source.close(),
    };
    return recorded;
  };
}

function describeTarget({ database, addTarget }: ListenRequest): RequestDescription {
  const { documents, query } = addTarget ?? {};
  if (documents) return describe(database, listOf((documents.documents ?? []).map(pathOf)));
  return describe(database, describeQuery(query?.parent, query?.structuredQuery));
}

function statusNameOf(code: number | null | undefined): StatusName {
  const [name] = Object.entries(STATUS).find(([, number]) => number === code) ?? [];
  return isStatusName(name) ? name : 'UNKNOWN';
}

function isStatusName(name: string | undefined): name is StatusName {
  return name !== undefined && name in STATUS;
}
