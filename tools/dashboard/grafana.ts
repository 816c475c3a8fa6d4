import { groups, type Panel } from './panels.ts'

const columns = 3
const width = 24 / columns
const height = 8

/** The dashboard as a file that Grafana imports. It asks for the data source, and has a choice of processes. */
export function grafanaDashboard(): object {
  return {
    title: 'Onair',
    uid: 'onair',
    schemaVersion: 39,
    version: 1,
    editable: true,
    refresh: '30s',
    time: { from: 'now-1h', to: 'now' },
    tags: ['onair'],
    templating: {
      list: [
        { name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Data source' },
        {
          name: 'instance',
          type: 'query',
          label: 'Instance',
          datasource: { type: 'prometheus', uid: '${datasource}' },
          query: { query: 'label_values(up{job="onair"}, instance)', refId: 'instance' },
          includeAll: true,
          multi: true,
          allValue: '.*',
          current: { text: 'All', value: '$__all' },
          refresh: 2,
        },
      ],
    },
    panels: placePanels(),
  }
}

/** A heading for each group, and below it its panels in rows of three. */
function placePanels(): object[] {
  const placed: object[] = []
  let y = 0
  for (const { title, panels } of groups) {
    placed.push({
      type: 'row',
      id: placed.length + 1,
      title,
      collapsed: false,
      gridPos: { x: 0, y, w: 24, h: 1 },
      panels: [],
    })
    for (const [index, panel] of panels.entries()) {
      const gridPos = {
        x: (index % columns) * width,
        y: y + 1 + Math.floor(index / columns) * height,
        w: width,
        h: height,
      }
      placed.push({ id: placed.length + 1, gridPos, ...grafanaPanel(panel) })
    }
    y += 1 + Math.ceil(panels.length / columns) * height
  }
  return placed
}

function grafanaPanel({ title, unit, shape, series }: Panel): object {
  const datasource = { type: 'prometheus', uid: '${datasource}' }
  const up = {
    type: 'value',
    options: { '0': { text: 'down', color: 'red' }, '1': { text: 'up', color: 'green' } },
  }
  return {
    type: shape === 'lines' ? 'timeseries' : 'state-timeline',
    title,
    datasource,
    fieldConfig: {
      defaults: { unit, min: 0, ...(shape === 'states' && { mappings: [up] }) },
      overrides: [],
    },
    targets: series.map(({ legend, expression }, index) => ({
      refId: String.fromCodePoint(65 + index),
      expr: expression,
      legendFormat: legend.replaceAll('{', '{{').replaceAll('}', '}}'),
    })),
  }
}
