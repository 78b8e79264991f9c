import { forEachOf, refresh } from "../api/changes.ts"
import { pageEndpoints } from "../api/pageEndpoints.ts"
import BulkBar from "../monitors/BulkBar.tsx"
import { IntervalForm } from "../monitors/IntervalForm.tsx"
import type { Selected } from "../monitors/MonitorList.tsx"
import { useReport } from "../monitors/useReport.ts"
import { Button } from "../ui/Button.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { pagesWords } from "./pagesWords.ts"

const PageBulkBar = (selection: Selected) => {
  const { format, words } = useLanguage()
  const text = useScreenWords(pagesWords).bulk
  const report = useReport(text.failed)
  const unseen = selection.selected.filter((page) => page.unseen > 0).map(({ id }) => id)
  const markSeen = async () => {
    report(await forEachOf(unseen, pageEndpoints.setAllSeen), text.markedSeen)
    await refresh()
  }
  return (
    <BulkBar
      {...selection}
      kind="url"
      text={text}
      first={unseen.length === 0 ? null : <Button onClick={() => void markSeen()}>{text.seen}</Button>}
      questions={(setFields) => [
        {
          label: words.bulk.interval,
          title: text.intervalTitle,
          form: (
            <IntervalForm
              kind="url"
              onSubmit={(seconds) =>
                setFields({ checkInterval: seconds }, (count) => text.intervalSet(format.seconds(seconds), count))
              }
            />
          )
        }
      ]}
    />
  )
}

export default PageBulkBar
