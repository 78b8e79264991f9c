/** What npm prints when the registry cannot be reached, or does not answer. */
export const UNREACHABLE =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT|E429|E5\d\d)\b/

export const UNTESTED = "no registry is reachable: not tested"
