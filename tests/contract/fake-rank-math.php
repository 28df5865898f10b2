<?php
/**
 * The part of Rank Math that the plugin calls, as a must-use plugin: the post meta of Rank Math may contain variables.
 */

namespace RankMath;

class Helper {
	public static function replace_vars( $content, $args = array() ) {
		return str_replace( '%title%', get_the_title( $args ), $content );
	}
}
