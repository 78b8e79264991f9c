import type { Claim, CheckResultRow } from "@mon/core-store"

/** Returns the result of a check that finds the server down. */
export const down = ({ claimedAt, leaseToken, monitorKey }: Claim): CheckResultRow => ({
  monitorKey,
  leaseToken,
  at: claimedAt,
  verdict: "down",
  deterministic: true,
  suppressed: false,
  statusCode: null,
  errorCode: "connect_refused",
  errorMessage: "The server refused the connection.",
  responseUs: null,
  dnsUs: null,
  connectUs: null,
  tlsUs: null,
  waitUs: null,
  downloadUs: null,
  location: "local",
  stalled: false,
  ssl: null,
  redirect: null
})
