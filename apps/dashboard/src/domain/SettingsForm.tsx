import type { Domain } from "@mon/model"
import { useState } from "react"
import fields from "virtual:domain-fields"
import { domainEndpoints } from "../api/domainEndpoints.ts"
import { keys, queryClient, useAccount, useTags } from "../api/queries.ts"
import { refresh } from "../api/changes.ts"
import css from "../form/AskPanel.module.css"
import { changesOf, defaultsOf } from "../form/fieldValues.ts"
import { MonitorForm } from "../form/MonitorForm.tsx"
import { notify } from "../ui/notify.ts"
import { useLanguage } from "../words/language.ts"
import { TrialPanel } from "../monitors/TrialPanel.tsx"

const defaults = defaultsOf(fields)

export const SettingsForm = ({ domain }: { readonly domain: Domain }) => {
  const { words } = useLanguage()
  const isReadOnly = domain.access === "read"
  const tags = useTags(!isReadOnly).data ?? []
  const limits = useAccount().data?.limits
  const [form, setForm] = useState<FormData | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const save = async (changes: Readonly<Record<string, unknown>>, tagIds: ReadonlyArray<string> | null) => {
    let changed = domain
    if (Object.keys(changes).length > 0) changed = await domainEndpoints.update(domain.id, changes)
    if (tagIds !== null) changed = await domainEndpoints.setTags(domain.id, tagIds)
    queryClient.setQueryData(keys.domain(domain.id), changed)
    notify(words.form.saved)
    void refresh()
  }
  return (
    <div className={css["beside"]}>
      <MonitorForm
        fields={fields}
        record={domain}
        tags={tags}
        isReadOnly={isReadOnly}
        minimums={limits === undefined ? {} : { checkInterval: limits.minCheckIntervalDomains }}
        onEdit={setForm}
        onSave={save}
        refusal={refusal}
      />
      {isReadOnly ? null : (
        <TrialPanel
          addresses={[domain.url]}
          options={form === null ? {} : changesOf(fields, defaults, form)}
          ask={() => domainEndpoints.tryChange(domain.id, form === null ? {} : changesOf(fields, domain, form))}
          onProblem={setRefusal}
        />
      )}
    </div>
  )
}
