/** Whether the sentence of a refusal names a field first, as in "expect[0].text must be …", and so belongs to it. */
export const isAbout = (name: string, problem: string | null): boolean => {
  const sentence = problem?.replace(/^Enter /u, "") ?? ""
  return sentence.startsWith(name) && !/^\w/u.test(sentence.slice(name.length))
}
