const SPECIAL = /(?:^|\.)(?:localhost|invalid|test|local)$/i

/** Whether the name of a mail host is reserved and never leads to a server (RFC 6761). */
export const isSpecialHost = (host: string): boolean => SPECIAL.test(host)
