const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

/** The English texts on the screen that adds pages. They replace texts of the screen that adds domains. */
export const addingEn = {
  title: "Add pages",
  field: "Which pages?",
  hint: "Paste addresses, one per line. Mon compares the visible text and a picture with those from the last check.",
  found: (count: number) => `${count} new ${plural(count, "page", "pages")}`,
  submit: (count: number) => (count === 0 ? "Add" : `Add ${count} ${plural(count, "page", "pages")}`),
  results: "Added pages",
  done: "Show all pages",
  read: "Mon has read the page and will compare later versions with this one.",
  summary: (read: number, failed: number, waiting: number) =>
    `${read} read, ${failed} could not be read, ${waiting} waiting`
}
