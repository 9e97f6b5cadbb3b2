-- What a share of a top-up was computed from: its gross, the rate of each level, and the levels of the companies that had
-- shares of it. A load has its own gross, rates and chain. Null: a share of a load, or older than this column.
alter table share add column basis jsonb;
