/** The English words in the markers dialog. */
export const markersEn = {
  title: "Markers",
  hint: "A marker records a moment such as a deployment. If the domain fails within the next hour, the diagnosis mentions the marker.",
  text: "What happened",
  time: "Time",
  timeHint: (zone: string) => `In your time zone (${zone}). Leave it empty to use the current time.`,
  link: "Link (optional)",
  linkHint: "An http or https address. Mon shows it but never opens it.",
  add: "Add the marker",
  added: "The marker was added.",
  timeWrong: "The time is incomplete.",
  readOnly: "You can see but not change the markers of this domain.",
  recent: "Newest markers",
  none: "There are no markers yet.",
  by: (name: string) => `by ${name}`,
  open: "Open the link",
  remove: "Delete",
  removeOne: (text: string) => `Delete the marker “${text}”`,
  removeTitle: "Delete this marker?",
  removeHint: "Incidents that started after the marker keep their diagnosis.",
  removed: "The marker was deleted."
}
