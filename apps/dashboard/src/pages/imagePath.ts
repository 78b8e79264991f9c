/**
 * Returns only the path of a picture's URL. The browser then loads the picture from this origin, whatever public URL
 * the service has.
 */
export const imagePath = (url: string): string => {
  const parsed = URL.parse(url)
  return parsed === null ? url : parsed.pathname + parsed.search
}
