import { useState } from "react"
import { accountKeys } from "../api/accountQueries.ts"
import { endpoints } from "../api/endpoints.ts"
import { queryClient } from "../api/queries.ts"
import { Field, FormProblem } from "../form/Field.tsx"
import css from "../form/Form.module.css"
import { ZoneInput } from "../form/ZoneInput.tsx"
import { notify } from "../ui/notify.ts"
import { Button } from "../ui/Button.tsx"
import { useSubmit } from "../ui/useSubmit.ts"
import { useAccountWords } from "../account/useAccountWords.ts"
import { browserZone } from "../words/format.ts"
import { useLanguage } from "../words/language.ts"

export const TimeZoneForm = ({ timezone }: { readonly timezone: string }) => {
  const { words: common } = useLanguage()
  const words = useAccountWords().profile
  const [value, setValue] = useState(timezone)
  const save = async (zone: string) => {
    const settings = await endpoints.updateSettings({ timezone: zone })
    queryClient.setQueryData(accountKeys.settings, settings)
    setValue(settings.timezone)
    notify(common.form.saved)
  }
  const { isRunning, onSubmit, problem } = useSubmit(() => save(value.trim()), value.trim() !== timezone)
  const own = browserZone()
  return (
    <form className={css["plain"]} onSubmit={onSubmit}>
      <Field label={words.zoneLabel} hint={words.zoneHint}>
        {(shared) => (
          <ZoneInput
            {...shared}
            value={value}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => setValue(target.value)}
          />
        )}
      </Field>
      <FormProblem problem={problem} />
      <div className={css["save"]}>
        <Button type="submit" disabled={isRunning || value.trim() === timezone}>
          {common.form.save}
        </Button>
        {own === timezone ? null : (
          <Button kind="quiet" disabled={isRunning} onClick={() => setValue(own)}>
            {words.useZone(own)}
          </Button>
        )}
      </div>
    </form>
  )
}
