import fields from "virtual:domain-fields"
import { useAccount } from "../api/queries.ts"
import { BulkFields } from "../form/BulkFields.tsx"
import BulkBar from "../monitors/BulkBar.tsx"
import { IntervalForm } from "../monitors/IntervalForm.tsx"
import type { Selected } from "../monitors/MonitorList.tsx"
import { useLanguage } from "../words/language.ts"

const DomainBulkBar = (selected: Selected) => {
  const { format, words } = useLanguage()
  const { bulk } = words
  const limits = useAccount().data?.limits
  return (
    <BulkBar
      {...selected}
      kind="domain"
      text={bulk}
      tagTexts={bulk}
      questions={(setFields) => [
        {
          label: bulk.interval,
          title: bulk.intervalTitle,
          form: (
            <IntervalForm
              kind="domain"
              onSubmit={(seconds) =>
                setFields({ checkInterval: seconds }, (count) => bulk.intervalSet(format.seconds(seconds), count))
              }
            />
          )
        },
        {
          label: bulk.edit,
          title: bulk.editTitle,
          form: (
            <BulkFields
              fields={fields}
              minimums={limits === undefined ? {} : { checkInterval: limits.minCheckIntervalDomains }}
              onSubmit={(changes) => setFields(changes, bulk.changed)}
            />
          )
        }
      ]}
    />
  )
}

export default DomainBulkBar
