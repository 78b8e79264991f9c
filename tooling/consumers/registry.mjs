/** A pattern for npm's output if the registry cannot be reached or does not respond. */
export const UNREACHABLE =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT|E429|E5\d\d)\b/

export const UNTESTED = "no registry is reachable: not tested"
