-- A load that is archived is looked for among the parents of others: without this index by reading all loads.
create index load_by_parent on load (parent_id) where parent_id is not null;
