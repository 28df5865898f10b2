<?php
/**
 * A fake of Rank Math, as a must-use plugin: the function that replaces variables in its post meta, which the companion plugin calls.
 */

namespace RankMath;

class Helper {
	public static function replace_vars( $content, $args = array() ) {
		return str_replace( '%title%', get_the_title( $args ), $content );
	}
}
