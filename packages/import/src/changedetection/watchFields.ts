/**
 * The names of the fields of a watch that changedetection.io records and that users cannot set
 * (changedetectionio/model/__init__.py).
 */
const HIDDEN: ReadonlySet<string> = new Set([
  "__datastore",
  "browser_steps_last_error_step",
  "check_count",
  "consecutive_filter_failures",
  "content-type",
  "date_created",
  "etag",
  "favicon_ts",
  "fetch_time",
  "has_ldjson_price_data",
  "last_changed",
  "last_checked",
  "last_error",
  "last_notification_error",
  "last_viewed",
  "llm_evaluation_cache",
  "notification_alert_count",
  "page_title",
  "previous_md5",
  "previous_md5_before_filters",
  "remote_server_reply",
  "content_type",
  "newest_history_key",
  "history_n",
  "viewed"
])

export const isHidden = (name: string): boolean => HIDDEN.has(name)

const OWN_TEXT = "Mon writes its own messages, so this setting is not imported."
const PROMPT = "Mon does not use a language model."
const STEPS = "The browser in Mon does not run steps."

export const hiddenReasons: Readonly<Record<string, string>> = {
  browser_steps: STEPS,
  webdriver_js_execute_code: STEPS,
  webdriver_delay: "Set screenshotWaitMs.",
  check_unique_lines: "Mon compares with the last version only.",
  sort_text_alphabetically: "Mon compares lines in order.",
  remove_duplicate_lines: "Mon compares all lines.",
  trim_text_whitespace: "Mon ignores spaces at the ends of lines.",
  strip_ignored_lines: "Mon does not show ignored lines.",
  extract_text: "Use the include setting to choose the text.",
  extract_lines_containing: "Use the include setting to choose the text.",
  conditions: "Use the settings trigger, onlyLines and minimumChange.",
  conditions_match_logic: "Use the settings trigger, onlyLines and minimumChange.",
  time_schedule_limit: "Mon checks at all times. Quiet hours are a channel setting.",
  proxy: "Mon does not support proxies.",
  notification_title: OWN_TEXT,
  notification_body: OWN_TEXT,
  notification_format: OWN_TEXT,
  notification_screenshot: OWN_TEXT,
  notification_muted: "Leave the monitor out of the routes, or pause it.",
  filter_failure_notification_send: "Mon always reports a selector that matches nothing.",
  llm_intent: PROMPT,
  llm_change_summary: PROMPT,
  llm_change_summary_mode: PROMPT,
  llm_prefilter: PROMPT,
  ignore_status_codes: "Add a status expectation.",
  in_stock_only: "This field is for a different kind of check.",
  follow_price_changes: "This field is for a different kind of check.",
  track_ldjson_price_data: "This field is for a different kind of check.",
  price_change_threshold_percent: "This field is for a different kind of check."
}
