const SPECIAL = /(?:^|\.)(?:localhost|invalid|test|local)$/i

/** Whether a mail host has a name that is reserved and never leads to a server (RFC 6761). */
export const isSpecialHost = (host: string): boolean => SPECIAL.test(host)
