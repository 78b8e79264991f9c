/**
 * Returns whether a message begins with the name of a field, as in "expect[0].text must be …", and so belongs to it.
 */
export const isAbout = (name: string, problem: string | null): boolean => {
  const sentence = problem?.replace(/^Enter /u, "") ?? ""
  return sentence.startsWith(name) && !/^\w/u.test(sentence.slice(name.length))
}
