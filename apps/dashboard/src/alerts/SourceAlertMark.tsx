import type { AlertSeverity, SourceIncident } from "@mon/model"
import type { ShownState } from "../api/monitors.ts"
import { LabelledMark } from "../ui/StateMark.tsx"
import { useScreenWords } from "../words/useScreenWords.ts"
import { sourcesWords } from "./sourcesWords.ts"

const openMarks: Readonly<Record<AlertSeverity, ShownState>> = {
  critical: "down",
  error: "down",
  warning: "degraded",
  info: "changed"
}

/**
 * Shows the state and the severity of an alert of another tool. The end of an alert is not green, because Mon has not
 * checked anything.
 */
export const SourceAlertMark = ({
  incident: { severity, status }
}: {
  readonly incident: Pick<SourceIncident, "severity" | "status">
}) => {
  const words = useScreenWords(sourcesWords)
  return (
    <LabelledMark
      state={status === "open" ? openMarks[severity] : "paused"}
      label={words.mark(words.state[status], words.severities[severity])}
    />
  )
}
