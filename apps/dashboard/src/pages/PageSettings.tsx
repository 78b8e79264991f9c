import type { PageMonitor } from "@mon/model"
import { useState } from "react"
import fields from "virtual:page-fields"
import { pageEndpoints } from "../api/pageEndpoints.ts"
import { useAccount, useTags } from "../api/queries.ts"
import { changesOf, defaultsOf } from "../form/fieldValues.ts"
import { MonitorForm } from "../form/MonitorForm.tsx"
import { notify } from "../ui/notify.ts"
import { useLanguage } from "../words/language.ts"
import css from "../form/AskPanel.module.css"
import { storePage } from "./pageQueries.ts"
import { PreviewPanel } from "../monitors/PreviewPanel.tsx"

const defaults = defaultsOf(fields)

export const PageSettings = ({ page }: { readonly page: PageMonitor }) => {
  const { words } = useLanguage()
  const tags = useTags(true).data ?? []
  const limits = useAccount().data?.limits
  const [form, setForm] = useState<FormData | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const save = async (changes: Readonly<Record<string, unknown>>, tagIds: ReadonlyArray<string> | null) => {
    let changed = page
    if (Object.keys(changes).length > 0) changed = await pageEndpoints.update(page.id, changes)
    if (tagIds !== null) changed = await pageEndpoints.setTags(page.id, tagIds)
    storePage(changed)
    notify(words.form.saved)
  }
  return (
    <div className={css["beside"]}>
      <MonitorForm
        // If another person saves settings, this key changes, and the form shows the new settings.
        key={page.updatedAt}
        fields={fields}
        record={page}
        tags={tags}
        isReadOnly={false}
        minimums={limits === undefined ? {} : { checkInterval: limits.minCheckIntervalUrls }}
        onEdit={setForm}
        onSave={save}
        refusal={refusal}
      />
      <PreviewPanel
        addresses={[page.url]}
        options={form === null ? {} : changesOf(fields, defaults, form)}
        ask={() => pageEndpoints.previewChange(page.id, form === null ? {} : changesOf(fields, page, form))}
        onProblem={setRefusal}
      />
    </div>
  )
}
