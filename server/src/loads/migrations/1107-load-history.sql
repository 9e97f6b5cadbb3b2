-- What became of a load, step by step, is added to and never changed.
select only_added_to('load_history');
