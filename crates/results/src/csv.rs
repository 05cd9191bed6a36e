//! Lines of CSV as RFC 4180 has them, ended by a newline. Knows no figures.

/// One row.
#[must_use]
pub fn row(fields: &[&str]) -> String {
    let mut out = String::new();
    for (index, field) in fields.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        if field.contains([',', '"', '\n', '\r']) {
            out.push('"');
            out.push_str(&field.replace('"', "\"\""));
            out.push('"');
        } else {
            out.push_str(field);
        }
    }
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        assert_eq!(row(&["a", "b c", "d,e", "say \"f\"", "g\nh", ""]), "a,b c,\"d,e\",\"say \"\"f\"\"\",\"g\nh\",\n");
    }
}
