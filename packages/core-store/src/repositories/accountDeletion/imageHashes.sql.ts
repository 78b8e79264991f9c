/** The hashes of the images of an account `$1`. */
export const imageHashes = `
  select image_hash from url_screenshot where account_id = $1::bigint union select thumbnail_hash from url_screenshot where account_id = $1::bigint
  union select before_image from url_change where account_id = $1::bigint union select after_image from url_change where account_id = $1::bigint
  union select image_hash from url_page where monitor_id in (select id from monitor where account_id = $1::bigint)
  union select substring(trigger_screenshot_url from '[0-9a-f]{64}') from incident where account_id = $1::bigint
  union select substring(resolution_screenshot_url from '[0-9a-f]{64}') from incident where account_id = $1::bigint`
