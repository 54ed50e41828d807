import { Metadata, ServerInterceptingCall, status, type ServerInterceptor } from '@grpc/grpc-js';

import type { CallerCheck } from '#firestore/wire/callers/local-callers.ts';

/** Ends each call that the check rejects, before gRPC reads its first message. */
export function callerCheckInterceptor(check: CallerCheck): ServerInterceptor {
  return (_method, call) =>
    new ServerInterceptingCall(call, {
      start(next) {
        next({
          onReceiveMetadata(metadata, pass) {
            const reason = check(call.getHost(), metadata.get('origin')[0]?.toString());
            if (reason === null) pass(metadata);
            else
              call.sendStatus({ code: status.PERMISSION_DENIED, details: reason, metadata: new Metadata() });
          },
        });
      },
    });
}
