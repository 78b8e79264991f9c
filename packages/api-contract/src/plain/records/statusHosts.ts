// Written by `npm run openapi`. Do not edit.

/** A custom host name for a status page. */
export type SetStatusHost = { readonly hostname: string }
