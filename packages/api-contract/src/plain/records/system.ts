// Written by `npm run openapi`. Do not edit.

/** The process is alive. */
export type Health = { readonly status: "ok" }

/** The process is ready to handle requests. */
export type Ready = { readonly status: "ready" }
