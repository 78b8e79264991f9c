/** The words of the dialog of markers. */
export const markersEn = {
  title: "Markers",
  hint: "A marker is a moment that you announce, such as a deployment. If the domain fails within an hour after it, the diagnosis names it.",
  text: "What happened",
  time: "Time",
  timeHint: (zone: string) => `In your time zone (${zone}). Empty: now.`,
  link: "Link (optional)",
  linkHint: "An http or https address. Mon shows it and never opens it.",
  add: "Add the marker",
  added: "The marker was added.",
  timeWrong: "The time is not complete.",
  readOnly: "You can see the markers of this domain, but not change them.",
  recent: "The newest markers",
  none: "There is no marker yet.",
  by: (name: string) => `by ${name}`,
  open: "Open the link",
  remove: "Delete",
  removeOne: (text: string) => `Delete the marker “${text}”`,
  removeTitle: "Delete this marker?",
  removeHint: "Incidents that began after it keep their diagnosis.",
  removed: "The marker was deleted."
}
