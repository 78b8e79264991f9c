import type { ImportDraft } from "../document/ImportDraft.ts"
import { MonitorDraft } from "../document/MonitorDraft.ts"
import { checkedText, readingLimits } from "../reading/readJson.ts"
import { UnreadableSource } from "../reading/UnreadableSource.ts"

/**
 * Imports a list with one address per line. Lines that begin with # are comments. An address may be followed by tags,
 * separated by spaces.
 */
export const importList = (source: string, draft: ImportDraft, name: string): void => {
  const lines = checkedText(source, name).split(/\r\n|\r|\n/u)
  if (lines.length > readingLimits.rows)
    throw new UnreadableSource(`${name} has more than ${readingLimits.rows} lines.`)
  for (const [index, line] of lines.entries()) {
    const [url = "", ...tags] = line.trim().split(/\s+/u)
    if (url === "" || url.startsWith("#")) continue
    const monitor = new MonitorDraft(
      draft.group("monitor", `line ${index + 1}`, url),
      url.replace(/^https?:\/\//iu, "")
    )
    monitor.url = url
    monitor.tags.push(...tags)
    if (tags.length > 0) monitor.group.carried("tags", "tags")
    draft.addMonitor(monitor, "url")
  }
}
