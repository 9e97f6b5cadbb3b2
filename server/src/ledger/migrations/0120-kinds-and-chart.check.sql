select pg_temp.has('table', 'journal_kind chart_line');
select pg_temp.has('history', 'journal_kind chart_line');
select pg_temp.has('rule', 'chart_line.chart_line_currency_kind_check chart_line.chart_line_class_check
  chart_line.chart_line_side_check');
