-- By hand, to the end: only an entry of the audit trail about an account can lose its values, when that person leaves; entries about other records never do.
CREATE OR REPLACE FUNCTION "refuse_all_but_erasure"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' THEN
		IF OLD.word = 'user' AND NEW.before IS NULL AND NEW.after IS NULL AND (NEW.id, NEW.word, NEW.record_id, NEW.action, NEW.user_id, NEW.date)
			IS NOT DISTINCT FROM (OLD.id, OLD.word, OLD.record_id, OLD.action, OLD.user_id, OLD.date) THEN
			RETURN NEW;
		END IF;
	END IF;
	RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME;
END
$$;
