import * as z from 'zod';

const headersSchema = z.looseObject({
  source: z.string(),
  headers: z.array(z.object({ key: z.string(), value: z.string() })),
});

/** The parts of firebase.json that a rehearsal reads. `hosting` keeps its other fields, because the emulator needs them. */
const firebaseJsonSchema = z.object({
  hosting: z.looseObject({
    public: z.string(),
    ignore: z.array(z.string()),
    rewrites: z.array(
      z.looseObject({
        source: z.string(),
        destination: z.string().optional(),
        function: z.object({ functionId: z.string(), region: z.string() }).optional(),
      }),
    ),
    headers: z.array(headersSchema),
  }),
  functions: z.tuple([z.object({ source: z.string(), runtime: z.string(), ignore: z.array(z.string()) })]),
  firestore: z.object({ rules: z.string(), indexes: z.string() }),
});

export type FirebaseJson = z.infer<typeof firebaseJsonSchema>;

export function readFirebaseJson(text: string): FirebaseJson {
  return firebaseJsonSchema.parse(JSON.parse(text));
}
