// Written by `npm run openapi`. Do not edit.

/** An own host name of a status page. */
export type SetStatusHost = { readonly hostname: string }
