/** The address that Mon checks for a domain: scheme, host, port and path. A path that is only a slash is left out. */
export const domainAddress = ({ origin, pathname }: URL): string => (pathname === "/" ? origin : origin + pathname)

/** The address that Mon checks for a page: everything except the fragment. */
export const pageAddress = ({ origin, pathname, search }: URL): string => `${origin}${pathname}${search}`
