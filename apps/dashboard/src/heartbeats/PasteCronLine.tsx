import { PasteField } from "../form/PasteField.tsx"
import { browserZone } from "../words/format.ts"
import { readCronLine } from "./readCronLine.ts"
import { useHeartbeatWords } from "./useHeartbeatWords.ts"

/** Fills in the form of a new heartbeat from a line of a crontab. */
export const PasteCronLine = ({
  onValues
}: {
  readonly onValues: (values: Readonly<Record<string, unknown>>) => void
}) => {
  const { paste: text } = useHeartbeatWords()
  const read = (line: string) => {
    const job = readCronLine(line)
    if (job === null) return
    const { cron, program } = job
    onValues({ ...(program === null ? {} : { name: program }), schedule: { cron, timeZone: browserZone() } })
  }
  return (
    <PasteField label={text.label} hint={text.hint} placeholder="0 3 * * * /usr/local/bin/backup" onText={read}>
      {(line) => (readCronLine(line) === null ? text.unread : text.read)}
    </PasteField>
  )
}
