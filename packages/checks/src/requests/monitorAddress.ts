/** The address that Mon checks for a domain: scheme, host, port and path, without a lone slash. */
export const domainAddress = ({ origin, pathname }: URL): string => (pathname === "/" ? origin : origin + pathname)

/** The address that Mon checks for a page: all but the fragment. */
export const pageAddress = ({ origin, pathname, search }: URL): string => `${origin}${pathname}${search}`
