import { described, repairRecordTypes } from "@mon/model"

const { count, flag, list, orNull, record, text, texts, word } = described

export const REPAIR_TYPES = repairRecordTypes

const FieldRecord = record("EmailHealthFormField", "One field of a DNS provider's web form for records.", {
  label: text("The provider's name for the field.", "Host name"),
  value: text("The value to enter.", "_dmarc")
})

const ProviderFormRecord = record(
  "EmailHealthProviderForm",
  "The web form in which customers of a DNS provider enter a record.",
  {
    name: text("Name of the provider.", "IONOS"),
    fields: list(list(FieldRecord, "Fields for one value."), "Values, each with the fields of the form.")
  }
)

const FormRecord = record("EmailHealthRecordForm", "A record, split into the fields of a DNS provider's web form.", {
  name: text("Name relative to the registrable domain. `@` is the domain itself.", "_dmarc"),
  ttl: count("Time to live. Seconds.", 3600),
  strings: list(
    texts("Strings of one value, at most 255 octets each.", ["v=spf1 include:_spf.google.com ~all"]),
    "Values, each split into strings."
  ),
  provider: orNull(
    ProviderFormRecord,
    "The form fields as they are called by the provider whose name servers serve the domain. Null if the provider is unknown."
  )
})

export const RepairRecord = record("EmailHealthRepairRecord", "The values to publish at one name and type.", {
  type: word(REPAIR_TYPES, "Type of the record."),
  host: text("Full name of the record, without a trailing dot.", "example.com"),
  values: texts("Values to publish. Empty if the replaced values are only deleted.", [
    "v=spf1 include:_spf.google.com ~all"
  ]),
  replaces: texts("Published values of this name and type to delete. All other values stay.", [
    "v=spf1 includ:_spf.google.com ~all"
  ]),
  foreign: flag(
    "Whether the record belongs in someone else's zone, so that the owner of that zone has to publish it.",
    false
  ),
  findings: texts("Codes of the findings that the record helps to clear.", ["spf_syntax"]),
  form: FormRecord
})

export const RepairStep = record("EmailHealthRepairStep", "One step of the repair. Follow the steps in order.", {
  kind: word(
    ["publish", "person", "review"],
    "`publish`: change the listed records. `person`: someone has to do something that no record can. `review`: read the DMARC reports first."
  ),
  title: text("Human-readable title.", "Publish one SPF record"),
  text: text("Human-readable instruction.", "The record allows every server that passes today."),
  records: list(count("Index into `records`.", 0), "Records to publish in this step."),
  findings: texts("Codes of the findings that the step helps to clear.", ["spf_syntax"]),
  announces: texts("Codes of findings above `info` that may appear after this step.", ["spf_softfail_alone"])
})
