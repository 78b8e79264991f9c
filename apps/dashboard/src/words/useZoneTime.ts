import { useLanguage } from "./language.ts"

/** Returns a function that formats an instant (ISO 8601) in a time zone, such as "Mon, 4 Jan, 09:00". */
export const useZoneTime = (timeZone: string): ((at: string) => string) => {
  const { format } = useLanguage()
  const shown = new Intl.DateTimeFormat(format.language, {
    timeZone,
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit"
  })
  return (at) => shown.format(Date.parse(at))
}
