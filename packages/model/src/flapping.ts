/** With this many changes of its state in these hours, one notice replaces the alerts of a domain. */
export const flapping = { transitions: 6, hours: 24 } as const
