/** A column: the tags of the monitor `m` as the API returns them, in order. */
export const monitorTags = `
  (select coalesce(jsonb_agg(jsonb_build_object('id', t.public_id, 'name', t.name, 'color', t.color) order by t.sort_order, t.id), '[]')
    from monitor_tag mt join tag t on t.id = mt.tag_id where mt.monitor_id = m.id) as tags`
