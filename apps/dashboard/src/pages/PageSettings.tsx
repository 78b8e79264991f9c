import type { UrlMonitor } from "@mon/model"
import fields from "virtual:url-fields"
import { pageEndpoints } from "../api/pageEndpoints.ts"
import { useAccount, useTags } from "../api/queries.ts"
import { MonitorForm } from "../form/MonitorForm.tsx"
import { notify } from "../shell/notify.ts"
import { useLanguage } from "../words/language.ts"
import { storePage } from "./pageQueries.ts"

/** The settings of a page. */
export const PageSettings = ({ page }: { readonly page: UrlMonitor }) => {
  const { words } = useLanguage()
  const tags = useTags(true).data ?? []
  const limits = useAccount().data?.limits
  const save = async (changes: Readonly<Record<string, unknown>>, tagIds: ReadonlyArray<string> | null) => {
    let changed = page
    if (Object.keys(changes).length > 0) changed = await pageEndpoints.update(page.id, changes)
    if (tagIds !== null) changed = await pageEndpoints.setTags(page.id, tagIds)
    storePage(changed)
    notify(words.form.saved)
  }
  return (
    <MonitorForm
      fields={fields}
      record={page}
      tags={tags}
      isReadOnly={false}
      minimums={limits === undefined ? {} : { checkInterval: limits.minCheckIntervalUrls }}
      onSave={save}
    />
  )
}
