/** Returns the address of a link that strangers have written if it is a page of the web, otherwise null. */
export const webAddress = (link: string | null): string | null => {
  const { protocol } = URL.parse(link ?? "") ?? {}
  return protocol === "http:" || protocol === "https:" ? link : null
}
